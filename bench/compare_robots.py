#!/usr/bin/env python3
"""robots.txt, read by Cocite and by other people's parsers: on how many random files do they agree?

    compare_robots.py ROBOTS_ANSWERS [FILES]

Needs protego and gpyrobotstxt (a port of Google's parser) from PyPI, each only if it is there. Prints for each how many of the
answers are the same, and the first few that are not.
"""

import random
import subprocess
import sys


def random_file(rng):
    agents = ["*", "foobot", "FooBot", "barbot", "foobot/2.1", "other", "* # all"]
    pieces = ["/", "a", "b", "*", "$", "?", "=", "a/b", ".html", "%C3%A4", "%2F", "x"]
    lines = []
    for _ in range(rng.randrange(1, 5)):
        for _ in range(rng.randrange(1, 3)):
            lines.append(rng.choice(["User-agent: ", "user-agent:", "USER-AGENT : "]) + rng.choice(agents))
        for _ in range(rng.randrange(0, 5)):
            rule = "/" + "".join(rng.choice(pieces) for _ in range(rng.randrange(0, 5)))
            kind = rng.choice(["Allow: ", "Disallow: ", "disallow:", "Disallow: "])
            lines.append(kind + (rule if rng.random() < 0.93 else ""))
            if rng.random() < 0.1:
                lines.append(rng.choice(["", "# comment", "Sitemap: http://e.org/s.xml", "Unknown: x"]))
    return rng.choice(["\n", "\r\n", "\n\n"]).join(lines) + "\n"


def random_path(rng):
    pieces = ["/", "a", "b", "?", "=", "a/b", ".html", "%C3%A4", "%2F", "x"]
    return "/" + "".join(rng.choice(pieces) for _ in range(rng.randrange(0, 6)))


def main():
    program, files = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    rng = random.Random(4)
    cases = []
    for _ in range(files):
        text = random_file(rng)
        for _ in range(5):
            cases.append((text, rng.choice(["foobot", "barbot", "quxbot"]), random_path(rng)))
    data = b"".join(f"{len(text.encode())} {agent} {path}\n".encode() + text.encode() for text, agent, path in cases)
    ours = subprocess.run([program], input=data, capture_output=True, check=True).stdout.decode().split()
    assert len(ours) == len(cases)
    peers = {}
    try:
        import protego
        peers["protego"] = lambda text, agent, path: protego.Protego.parse(text).can_fetch(f"http://e.org{path}", agent)
    except ImportError:
        pass
    try:
        import gpyrobotstxt.robots_cc as google
        peers["gpyrobotstxt"] = lambda text, agent, path: google.RobotsMatcher().one_agent_allowed_by_robots(
            text.encode(), agent, f"http://e.org{path}")
    except ImportError:
        pass
    for name, ask in peers.items():
        same, shown = 0, 0
        for case, answer in zip(cases, ours):
            theirs = bool(ask(*case))
            if theirs == (answer == "1"):
                same += 1
            elif shown < 3:
                shown += 1
                print(f"{name} says {theirs}: {case!r}")
        print(f"{name}: {same} of {len(cases)} answers are the same")
    if not peers:
        print("neither protego nor gpyrobotstxt is there")


if __name__ == "__main__":
    main()
