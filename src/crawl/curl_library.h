// The functions of libcurl that are used, loaded when the first page is fetched.
//
//   COCITE_CHECK(CurlLibrary::open());
//   CURL* const handle = CurlLibrary::get().easy_init();
//
// libcurl brings two dozen libraries with it (TLS, Kerberos, LDAP). Linked in the usual way they were a
// third of the time that every command took to start, though only crawls need them. A program that is
// linked with libcurl all the same, as Python's module is, uses that one. Any thread.
#pragma once

#include <string>

#include <curl/curl.h>

#include <cocite/result.h>

namespace cocite::crawl {

struct CurlLibrary {
  decltype(&curl_easy_cleanup) easy_cleanup = nullptr;
  decltype(&curl_easy_getinfo) easy_getinfo = nullptr;
  decltype(&curl_easy_init) easy_init = nullptr;
  decltype(&curl_easy_setopt) easy_setopt = nullptr;
  decltype(&curl_easy_strerror) easy_strerror = nullptr;
  decltype(&curl_global_init) global_init = nullptr;
  decltype(&curl_multi_add_handle) multi_add_handle = nullptr;
  decltype(&curl_multi_cleanup) multi_cleanup = nullptr;
  decltype(&curl_multi_info_read) multi_info_read = nullptr;
  decltype(&curl_multi_init) multi_init = nullptr;
  decltype(&curl_multi_perform) multi_perform = nullptr;
  decltype(&curl_multi_poll) multi_poll = nullptr;
  decltype(&curl_multi_remove_handle) multi_remove_handle = nullptr;
  decltype(&curl_multi_setopt) multi_setopt = nullptr;
  decltype(&curl_multi_wakeup) multi_wakeup = nullptr;
  decltype(&curl_slist_append) slist_append = nullptr;
  decltype(&curl_slist_free_all) slist_free_all = nullptr;

  // Loads it, once. An error says that it is not installed.
  [[nodiscard]] static Result<void> open();
  // Where this system keeps the certificates that it trusts. Empty: libcurl knows, as that of a
  // distribution does. One that is linked into the program comes from another system.
  [[nodiscard]] static std::string certificates();
  // REQUIRES: open() was good.
  [[nodiscard]] static const CurlLibrary& get();
};

}  // namespace cocite::crawl
