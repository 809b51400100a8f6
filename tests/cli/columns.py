#!/usr/bin/env python3
"""columns.py COMMAND...: runs it on a terminal of 80 columns, prints what it shows without the colours, and ends with its
status; 99 if a line is wider. A bar of progress counts as it stands in the end."""
import fcntl
import os
import re
import struct
import subprocess
import sys
import termios
import unicodedata

COLUMNS = 80


def width(line):
    wide = {"W": 2, "F": 2}
    return sum(0 if unicodedata.combining(c) else wide.get(unicodedata.east_asian_width(c), 1) for c in line)


ours, its = os.openpty()
fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=its, stderr=its)
os.close(its)
shown = b""
while True:
    try:
        part = os.read(ours, 65536)
    except OSError:
        break
    if not part:
        break
    shown += part
lines = [re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", line.split("\x1b[K")[-1].split("\r")[-1])
         for line in shown.decode().replace("\r\n", "\n").split("\n")]
print("\n".join(lines))
status = child.wait()
wide = [line for line in lines if width(line) > COLUMNS]
for line in wide:
    print(f"wider than {COLUMNS}: {line}")
sys.exit(99 if wide else status)
