"""Crawls of any size on Spark, and the same store at the end that ``cocite import`` makes.

Install it as ``cocite[spark]``; ``cocite-spark --help`` says what it does, docs/guide/spark.md how. What stands below Spark
needs none: ``cocite.spark.parse.parse()`` is a plain generator of Arrow batches.
"""
