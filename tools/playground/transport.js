// In the frame of the table: what stands in for password.js. The page around it has the worker.
export const fetchIn = (...asked) => parent.fetchIn(...asked);
