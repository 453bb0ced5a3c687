#!/usr/bin/env python3
"""robots.txt, read by Cocite and by other people's parsers: on how many random files do they agree?

    compare_robots.py ROBOTS_ANSWERS [FILES]

Needs protego and gpyrobotstxt (a port of Google's parser) from PyPI, each only if it is there. Prints for each how many of the
answers are the same, and every one that is not and has no known reason.
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
        others = [(case, answer) for case, answer in zip(cases, ours) if bool(ask(*case)) != (answer == "1")]
        print(f"{name}: {len(cases) - len(others)} of {len(cases)} answers are the same")
        # RFC 9309: a name ends where its letters do, so that "foobot/2.1" means foobot. Not all see it so.
        plain = [(text.replace("foobot/2.1", "foobot"), agent, path) for (text, agent, path), _ in others]
        left = [(case, answer) for (case, answer), known in zip(others, plain) if bool(ask(*known)) != (answer == "1")]
        if others:
            print(f"    and {len(others) - len(left)} of the other {len(others)} without the version in 'User-agent: foobot/2.1'")
        for case, answer in left:
            print(f"    {name} says {answer != '1'}: {case!r}")
    if not peers:
        print("neither protego nor gpyrobotstxt is there")


if __name__ == "__main__":
    main()
