// Options of the service.
#pragma once

#include <cocite/service.h>

#include "api/option.h"
#include "api/store_options.h"
#include "api/words.h"

namespace cocite::api {

inline constexpr auto kListenOption =
    options(option("listen", &ServiceRequest::listen,
                   "where to serve; 0.0.0.0:8080: anyone who can reach this machine may ask, "
                   "unencrypted")
                .stands("ADDRESS:PORT"));

inline constexpr auto kServeOptions = options(
    option("threads", &ServiceRequest::threads, kThreadsHelp),
    option("cache", &ServiceRequest::cache_bytes, "memory for answers; 0: none")
        .size()
        .otherwise("64M"),
    option("queue", &ServiceRequest::queue,
           "how many requests may wait for a thread; more are refused")
        .expert(),
    option("connections", &ServiceRequest::max_connections,
           "how many at once; the longest idle one makes room")
        .expert(),
    option("idle_seconds", &ServiceRequest::idle_seconds,
           "close a connection without a request after N seconds")
        .expert(),
    option("drain_seconds", &ServiceRequest::drain_seconds, "after SIGTERM, for requests under way")
        .expert(),
    option("rank_links", &ServiceRequest::max_rank_links,
           "ranks of stores with more links come from saved columns only")
        .expert(),
    option("save_notes", &ServiceRequest::save_notes,
           "save what a large store needs on first use in the store (default: nothing is written)")
        .expert(),
    option("deadline_ms", &ServiceRequest::deadline_ms,
           "for a request; then the best answer so far"),
    option("rate", &ServiceRequest::rate, "requests a second of one client; 0: any number"),
    option("studies", &ServiceRequest::studies,
           "a file that keeps blind studies, made if it is not there; then only those with a token "
           "may ask the methods")
        .stands("FILE"),
    option("cors", &ServiceRequest::cors,
           "pages of this origin may ask, such as https://www.example.com; * for all; repeatable")
        .stands("ORIGIN"),
    option("host", &ServiceRequest::host_names,
           "a name that clients call this service by, where it listens on a loopback address "
           "behind another server; * for any; repeatable")
        .stands("NAME"),
    option("replay", &ServiceRequest::replay,
           "where archived copies are, such as https://replay.example/{timestamp}/{url}: the "
           "explorer opens pages that were fetched there")
        .stands("ADDRESS"),
    option("access_log", &ServiceRequest::access_log,
           "on standard error; short leaves out addresses and queries")
        .words(kAccessLog));

}  // namespace cocite::api
