#!/usr/bin/env python3
"""An engine that plays badly and behaves as it is told to: each argument is a habit of some real engine.

    log=FILE    writes every command there
    crlf        ends its lines with CRLF
    no-restart  does not know RESTART
    rect        knows boards only by RECTSTART
    sleepy      loses the first command
    deaf        loses what comes within 5 ms of its move
    chatty      remarks on everything, in its output and its errors
    spaced      writes `x, y`
    swap2       knows SWAP2BOARD, and always swaps
    crash=N     ends at the N-th move it is asked for
    hang=N      says nothing at the N-th move it is asked for
    illegal=N   takes a point that is taken as the N-th move
    nonsense=N  says something that is no move as the N-th move
"""

import os
import select
import sys
import time

habits = dict(argument.partition("=")[::2] for argument in sys.argv[1:])
end = "\r\n" if "crlf" in habits else "\n"
size, taken, moves, rest = 0, [], 0, b""


def say(line):
    sys.stdout.write(line + end)
    sys.stdout.flush()


def listen():
    """The next line, or none at the end."""
    global rest
    while b"\n" not in rest:
        read = os.read(0, 65536)
        if not read:
            sys.exit(0)
        rest += read
    line, rest = rest.split(b"\n", 1)
    line = line.decode().strip()
    if "log" in habits:
        with open(habits["log"], "a") as log:
            log.write(f"{os.getpid()} {line}\n")
    return line


def is_time_to(habit):
    return habits.get(habit) == str(moves)


def move():
    global moves, rest
    moves += 1
    if "chatty" in habits:
        say("MESSAGE depth 3 ev 12 pv 7,7")
        say("DEBUG 1 2 3")
        say("UNKNOWN no such thing")
        say("ERROR something is not as I like it")
        print("a complaint", file=sys.stderr, flush=True)
    if is_time_to("crash"):
        sys.exit(3)
    if is_time_to("hang"):
        time.sleep(600)
    if is_time_to("nonsense"):
        return say("SWAP")
    if is_time_to("illegal") and taken:
        return say(f"{taken[0][0]},{taken[0][1]}")
    # The free point nearest to the centre.
    centre = size // 2
    free = [(x, y) for x in range(size) for y in range(size) if (x, y) not in taken]
    x, y = min(free, key=lambda at: (max(abs(at[0] - centre), abs(at[1] - centre)), at))
    taken.append((x, y))
    say(f"{x}, {y}" if "spaced" in habits else f"{x},{y}")
    if "deaf" in habits:
        until = time.monotonic() + 0.005
        while (left := until - time.monotonic()) > 0:
            if select.select([0], [], [], left)[0] and not os.read(0, 65536):
                sys.exit(0)


def board():
    """Reads stones until DONE."""
    taken.clear()
    while (line := listen()) != "DONE":
        x, y, _ = line.split(",")
        taken.append((int(x), int(y)))


if "sleepy" in habits:
    listen()
while True:
    command, *words = listen().split()
    match command:
        case "START" if "rect" not in habits:
            size = int(words[0])
            taken.clear()
            say("OK")
        case "RECTSTART" if "rect" in habits:
            size = int(words[0].split(",")[0])
            taken.clear()
            say("OK")
        case "RESTART" if "no-restart" not in habits:
            taken.clear()
            say("OK")
        case "BEGIN":
            move()
        case "TURN":
            taken.append(tuple(map(int, words[0].split(","))))
            move()
        case "BOARD":
            board()
            move()
        case "SWAP2BOARD" if "swap2" in habits:
            board()
            say("SWAP" if taken else "7,7 8,7 9,9")
        case "SWAP2BOARD":
            say("UNKNOWN SWAP2BOARD")
        case "INFO":
            pass
        case "ABOUT":
            say('name="Fake", version="1.0", author="tests", country="XX"')
        case "END":
            sys.exit(0)
        case _:
            say("UNKNOWN")
