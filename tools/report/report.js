// Tables whose columns can be sorted: by the numbers behind the cells, else by their words.
for (const table of document.querySelectorAll('table.sorts')) {
  const body = table.tBodies[0];
  const key = (row, i) => row.cells[i].dataset.v ?? row.cells[i].textContent;
  const sort = (head, i) => {
    const down = head.getAttribute('aria-sort') !== 'descending';
    const rows = [...body.rows];
    const words = rows.some((r) => Number.isNaN(Number(key(r, i))));
    const up = (a, b) => (words ? key(a, i).localeCompare(key(b, i)) : key(a, i) - key(b, i));
    const known = rows.filter((r) => key(r, i) !== '');
    known.sort((a, b) => (down ? up(b, a) : up(a, b)));
    body.append(...known, ...rows.filter((r) => key(r, i) === ''));
    for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  };
  [...table.tHead.rows[0].cells].forEach((head, i) => {
    if (head.textContent === '') return;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    button.addEventListener('click', () => sort(head, i));
    head.replaceChildren(button);
  });
}
