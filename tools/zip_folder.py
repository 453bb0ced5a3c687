#!/usr/bin/env python3
"""Packs a folder as a zip file with the same bytes each time.

    tools/zip_folder.py FOLDER FILE
"""

import pathlib
import sys
import zipfile


def pack(folder, file):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            info = zipfile.ZipInfo(path.relative_to(folder).as_posix(), date_time=(1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, path.read_bytes())


if __name__ == "__main__":
    pack(pathlib.Path(sys.argv[1]), sys.argv[2])
