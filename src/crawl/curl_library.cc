#include "crawl/curl_library.h"

#include <cstdlib>
#include <string>

#include <dlfcn.h>
#include <unistd.h>

#ifndef COCITE_WHOLE  // then it is always linked
// Null where the program was not linked with libcurl.
#pragma weak curl_easy_cleanup
#pragma weak curl_easy_getinfo
#pragma weak curl_easy_init
#pragma weak curl_easy_setopt
#pragma weak curl_easy_strerror
#pragma weak curl_global_init
#pragma weak curl_multi_add_handle
#pragma weak curl_multi_cleanup
#pragma weak curl_multi_info_read
#pragma weak curl_multi_init
#pragma weak curl_multi_perform
#pragma weak curl_multi_poll
#pragma weak curl_multi_remove_handle
#pragma weak curl_multi_setopt
#pragma weak curl_multi_wakeup
#pragma weak curl_slist_append
#pragma weak curl_slist_free_all
#endif

namespace cocite::crawl {
namespace {

struct Opened {
  CurlLibrary library;
  std::string trouble;  // empty: it is there
};

const Opened& opened() {
  static const Opened kOpened = [] {
    Opened result;
    CurlLibrary& library = result.library;
    [[maybe_unused]] void* handle = nullptr;  // never closed: it has threads of its own
    const auto find = [&](const char* name, auto linked, auto& function) {
      function = linked;
#ifdef COCITE_WHOLE  // a static program must not load libraries, which bring a C library of their own
      static_cast<void>(name);
#else
      if (linked != nullptr || !result.trouble.empty()) return;
      if (handle == nullptr) {
        for (const char* const file : {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so"}) {
          handle = ::dlopen(file, RTLD_NOW | RTLD_LOCAL);
          if (handle != nullptr) break;
        }
      }
      if (handle != nullptr) {
        function = reinterpret_cast<decltype(linked)>(::dlsym(handle, name));
      }
      if (function != nullptr) return;
      const char* const reason = ::dlerror();
      result.trouble = reason != nullptr ? reason : name;
#endif
    };
    find("curl_easy_cleanup", &curl_easy_cleanup, library.easy_cleanup);
    find("curl_easy_getinfo", &curl_easy_getinfo, library.easy_getinfo);
    find("curl_easy_init", &curl_easy_init, library.easy_init);
    find("curl_easy_setopt", &curl_easy_setopt, library.easy_setopt);
    find("curl_easy_strerror", &curl_easy_strerror, library.easy_strerror);
    find("curl_global_init", &curl_global_init, library.global_init);
    find("curl_multi_add_handle", &curl_multi_add_handle, library.multi_add_handle);
    find("curl_multi_cleanup", &curl_multi_cleanup, library.multi_cleanup);
    find("curl_multi_info_read", &curl_multi_info_read, library.multi_info_read);
    find("curl_multi_init", &curl_multi_init, library.multi_init);
    find("curl_multi_perform", &curl_multi_perform, library.multi_perform);
    find("curl_multi_poll", &curl_multi_poll, library.multi_poll);
    find("curl_multi_remove_handle", &curl_multi_remove_handle, library.multi_remove_handle);
    find("curl_multi_setopt", &curl_multi_setopt, library.multi_setopt);
    find("curl_multi_wakeup", &curl_multi_wakeup, library.multi_wakeup);
    find("curl_slist_append", &curl_slist_append, library.slist_append);
    find("curl_slist_free_all", &curl_slist_free_all, library.slist_free_all);
    return result;
  }();
  return kOpened;
}

}  // namespace

Result<void> CurlLibrary::open() {
  const std::string& trouble = opened().trouble;
  if (trouble.empty()) return {};
  return fail(ErrorCode::kUnsupported,
              "pages are fetched by libcurl, which is not here (Debian: libcurl4): " + trouble);
}

std::string CurlLibrary::certificates() {
#ifdef COCITE_WHOLE
  for (const char* const name : {"SSL_CERT_FILE", "CURL_CA_BUNDLE"}) {
    const char* const given = std::getenv(name);
    if (given != nullptr && *given != '\0') return given;
  }
  for (const char* const file :
       {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem",
        "/etc/ssl/cert.pem"}) {
    if (::access(file, R_OK) == 0) return file;
  }
#endif
  return "";
}

const CurlLibrary& CurlLibrary::get() {
  return opened().library;
}

}  // namespace cocite::crawl
