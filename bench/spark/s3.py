#!/usr/bin/env python3
"""The whole way with s3a:// addresses, against moto, which imitates S3 on loopback: is it the store that `cocite import` makes?

    pip install 'moto[server]'
    PYTHONPATH=build/dev/python bench/spark/s3.py --work FOLDER crawl.warc.gz links.tsv.gz

Inputs are put into a bucket; `links` and `store` read and write there, and then `import`. Segments of both are fetched, and put together here.
"""

import argparse
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

import pyarrow.fs as pafs
from compare import files_of, is_same


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def wait_for(port):
    for _ in range(100):
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    sys.exit("moto does not answer")


def run(*words):
    done = subprocess.run([sys.executable, "-m", *map(str, words)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{words}\n{done.stderr[-3000:]}")
    return done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--work", required=True, type=pathlib.Path)
    asked = parser.parse_args()
    shutil.rmtree(asked.work, ignore_errors=True)
    asked.work.mkdir(parents=True)
    port = free_port()
    server = subprocess.Popen([sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        os.environ |= {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}", "AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "x", "AWS_DEFAULT_REGION": "us-east-1"}
        os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1"}
        s3 = pafs.S3FileSystem(endpoint_override=f"127.0.0.1:{port}", scheme="http", allow_bucket_creation=True)
        s3.create_dir("bucket")
        local = pafs.LocalFileSystem()
        names = []
        for number, path in enumerate(asked.inputs):
            names.append(f"crawl/{number:04d}-{pathlib.Path(path).name}")
            pafs.copy_files(os.path.abspath(path), f"bucket/{names[-1]}", source_filesystem=local, destination_filesystem=s3)
        with s3.open_output_stream("bucket/all.paths", compression=None) as out:
            out.write("".join(name + "\n" for name in names).encode())
        spark = ["cocite.spark.cli", "--master", "local[2]", "--conf", "spark.ui.enabled=false", "-q"]
        print(run(*spark, "links", "@s3a://bucket/all.paths", "--prefix", "s3a://bucket/", "--out", "s3a://bucket/links"))
        print(run(*spark, "store", "s3a://bucket/links", "--out", "s3a://bucket/segments"))
        print(run(*spark, "import", "@s3a://bucket/all.paths", "--prefix", "s3a://bucket/", "--out", "s3a://bucket/imported"))
        for name in ("segments", "imported"):
            (asked.work / name).mkdir()
            pafs.copy_files(f"bucket/{name}", str(asked.work / name), source_filesystem=s3, destination_filesystem=local)
            run("cocite", "assemble", asked.work / name, "--out", asked.work / f"{name}.cocite", "-q")
        left = [one.path for one in s3.get_file_info(pafs.FileSelector("bucket/imported", recursive=True)) if not one.path.endswith(".segment")]
        run("cocite", "import", asked.work / "import.cocite", *asked.inputs, "-q")
    finally:
        server.terminate()
        server.wait()
    wrong = len(left)
    print(f"left behind: {left}" if left else "nothing left behind")
    one = files_of(asked.work / "import.cocite")
    for which in ("segments", "imported"):
        other = files_of(asked.work / f"{which}.cocite")
        different = [name for name in sorted(set(one) | set(other)) if name not in one or name not in other or not is_same(one[name], other[name])]
        print(f"{which}: {len(one)} files;", f"different: {different}" if different else "all the same")
        wrong += len(different)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
