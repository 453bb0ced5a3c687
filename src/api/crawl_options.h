// Options of requests that fetch pages: crawl, up and verify.
#pragma once

#include <cocite/crawl.h>

#include "api/option.h"
#include "api/store_options.h"
#include "api/words.h"

namespace cocite::api {

inline constexpr std::string_view kContactHelp =
    "an email address or URL where site owners can reach you; required for more than one host";

// How servers are asked.
inline constexpr auto kFetchOptions = options(
    option("contact", &CrawlRequest::contact, kContactHelp).stands("WHO"),
    option("delay", &CrawlRequest::delay_s, "seconds to wait after each answer of a host")
        .stands("SECONDS"),
    option("user_agent", &CrawlRequest::user_agent,
           "the name that the crawler sends, and that robots.txt knows it by; the contact is "
           "added")
        .stands("TEXT")
        .otherwise("Cocite/VERSION"),
    option("allow_private", &CrawlRequest::allow_private,
           "also addresses of loopback, private and link-local networks"),
    option("timeout", &CrawlRequest::timeout_s, "for one request").stands("SECONDS").expert(),
    option("retry", &CrawlRequest::retry,
           "ask again for a page that fails (5xx, timed out, cut off) up to N times, with longer "
           "and longer pauses")
        .expert(),
    option("max_sleep", &CrawlRequest::max_sleep_s,
           "a host that cannot be reached is asked again after a minute, then less and less "
           "often, at least this often; the next run asks it at once")
        .stands("SECONDS")
        .expert(),
    option("header", &CrawlRequest::headers,
           "a line for each request, as 'Accept-Language: de'; Cookie, Authorization and similar "
           "go to the hosts of the seeds alone and are never stored; repeatable")
        .stands("NAME: VALUE")
        .expert(),
    option("auth", &CrawlRequest::auth_file,
           "a file with lines 'HOST USER:PASSWORD' or 'HOST Bearer TOKEN', readable by its owner "
           "alone; each is sent to its host only and never stored")
        .stands("FILE")
        .expert(),
    option("proxy", &CrawlRequest::proxy,
           "fetch by way of this proxy: http, https, socks5 or socks5h")
        .stands("ADDRESS")
        .otherwise("none, whatever the environment says")
        .expert(),
    option("ca_file", &CrawlRequest::ca_file, "trust these certificates")
        .stands("FILE")
        .otherwise("the system's")
        .expert(),
    option("connect_to", &CrawlRequest::connect_to,
           "for HOST:PORT connect to ADDRESS:PORT, as curl does; empty HOST and PORT for all; "
           "repeatable")
        .stands("HOST:PORT:ADDRESS:PORT")
        .expert());

// What is fetched, and how much of it.
inline constexpr auto kCrawlOptions = options(
    option("out", &CrawlRequest::out, "a folder for the crawl, made if it is not there")
        .stands("OUTDIR"),
    option("refresh", &CrawlRequest::refresh,
           "the pages of this store are seeds, the oldest and most important first")
        .stands("STORE"),
    option("scope", &CrawlRequest::pattern,
           "addresses that match this regular expression (RE2), on any host; with same-host or "
           "same-site on these")
        .stands("REGEX"),
    option("exclude", &CrawlRequest::exclude,
           "leave out addresses that match this regular expression, but for the seeds themselves; "
           "repeatable")
        .stands("REGEX"),
    option("max_pages", &CrawlRequest::max_pages, "stop after N pages").otherwise("no limit"),
    option("requisites", &CrawlRequest::requisites,
           "also the images, styles, scripts and fonts that pages need to be replayed; of other "
           "hosts only with contact; they are archived, and are neither pages nor links"),
    option("wacz", &CrawlRequest::wacz,
           "at its end, also write the crawl as one file for replay, DIR/NAME.wacz")
        .expert(),
    option("conditional", &CrawlRequest::is_conditional,
           "leave out pages that have not changed since, with refresh")
        .turned_off_by("whole")
        .expert(),
    option("earlier", &CrawlRequest::earlier,
           "with refresh: the folder of a crawl that the store is made of; what it knows of "
           "pages (ETag) says better whether they have changed; repeatable")
        .stands("DIR")
        .expert(),
    option("operator", &CrawlRequest::operator_name,
           "who crawls: a person or an organisation, for the archive's warcinfo")
        .stands("NAME")
        .expert(),
    option("per_host", &CrawlRequest::per_host, "requests to one host at a time")
        .between(1, 10'000)
        .expert(),
    option("connections", &CrawlRequest::connections, "requests at a time")
        .between(1, 10'000)
        .expert(),
    option("max_bytes", &CrawlRequest::max_bytes, "stop after this many bytes")
        .size()
        .otherwise("no limit")
        .expert(),
    option("max_time", &CrawlRequest::max_time_s, "stop after this many seconds")
        .stands("SECONDS")
        .otherwise("no limit")
        .expert(),
    option("max_page_bytes", &CrawlRequest::max_page_bytes, "of a longer page the beginning")
        .size()
        .otherwise("16M")
        .expert(),
    option("warc_size", &CrawlRequest::warc_bytes,
           "begin another archive file after this many bytes")
        .size()
        .otherwise("1G")
        .expert(),
    option("max_host_pages", &CrawlRequest::max_host_pages,
           "fetch at most N pages of one host; 0: no limit")
        .expert(),
    option("max_waiting", &CrawlRequest::max_waiting,
           "keep at most N addresses that wait, about 30 bytes of memory each; 0: no limit; the "
           "worst are forgotten until another link to them is found")
        .expert(),
    option("max_chain", &CrawlRequest::max_chain,
           "follow at most N links in a row to addresses that differ in numbers only, as "
           "calendars have them; 0: no limit")
        .expert(),
    option("media", &CrawlRequest::media, "also fetch images, archives and other files").expert(),
    option("sitemaps", &CrawlRequest::sitemaps, "what sitemaps named in robots.txt list, too")
        .expert());

// A crawl of a store instead of the web.
inline constexpr auto kSimulateOptions = options(
    option("simulate", &SimulateRequest::store,
           "crawl this store instead of the web: which order has the hot pages first?")
        .stands("STORE")
        .expert(),
    option("words", &SimulateRequest::words, "similarity: to these words").stands("WORDS").expert(),
    option("like", &SimulateRequest::like,
           "similarity: to this page of the store (of simulate or refresh); repeatable")
        .stands("PAGE")
        .expert(),
    option("hot", &SimulateRequest::hot_by_indegree, "what makes pages hot, with simulate")
        .words(kHot)
        .expert(),
    option("hot_share", &SimulateRequest::hot_share, "share of pages that are hot, with simulate")
        .expert(),
    option("seed", &SimulateRequest::seed, "of the order random").expert(),
    option("threads", &SimulateRequest::threads, kThreadsHelp).expert());

inline constexpr auto kVerifyOptions = options(
    option("answers_of", &VerifyRequest::answers_of, "and the pages related to this one")
        .stands("PAGE"),
    option("by", &VerifyRequest::by, "by this method").stands("NAME"),
    option("top", &VerifyRequest::top, "number of these").from(1),
    option("add", &VerifyRequest::add, "add what it learns to the store").turned_off_by("no_add"));

}  // namespace cocite::api
