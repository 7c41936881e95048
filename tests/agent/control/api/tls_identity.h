// A certificate and keys for tests only (EC P-256, valid for a hundred years).
#pragma once

#include <string_view>

namespace tests {

inline constexpr std::string_view kCertificate = R"(-----BEGIN CERTIFICATE-----
MIIBiDCCAS+gAwIBAgIUTCJm1ZjHP+wGPVyb20A2hAd2nJAwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOcGF0aHNjb3BlLXRlc3QwIBcNMjYxMTMwMTgxNzM5WhgPMjEy
NjExMDYxODE3MzlaMBkxFzAVBgNVBAMMDnBhdGhzY29wZS10ZXN0MFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEJrMHWeI3qv+Md9iIUkiOa3cKC4YCKdZK2owIRyFh
FpBaRbYxK0D+5WJNIlW68JQEJyX6XJEXo/ORA8kCH5V1OKNTMFEwHQYDVR0OBBYE
FMkgMKa9wc/P45dZ7GV9KRqiE/viMB8GA1UdIwQYMBaAFMkgMKa9wc/P45dZ7GV9
KRqiE/viMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgGp9OGWjl
eqUrVB9V584RHB6TdzP17I95tsCf3DGgxo0CIHrF81FZFf0Zxz9WwYI9AFMUZTrx
PQZb8MoIkVFHVML2
-----END CERTIFICATE-----
)";
inline constexpr std::string_view kKey = R"(-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDiFoZWSzeoL1BE0e
JWL1nfqHS5wz+j1l1arynL51JfmhRANCAAQmswdZ4jeq/4x32IhSSI5rdwoLhgIp
1krajAhHIWEWkFpFtjErQP7lYk0iVbrwlAQnJfpckRej85EDyQIflXU4
-----END PRIVATE KEY-----
)";
inline constexpr std::string_view kOtherKey = R"(-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgETQbIwyqD5q64kJo
+rcq8oAkJFiBEQT9Aft/rIGeTIChRANCAARNhdaj+3MD8bJRZXoL+vsrqr6bGOPP
xFwoJihhx2mr6l7hGYyC8LzJCjRH2g26qQtOjt6bsUrMNThcl4LzCyZL
-----END PRIVATE KEY-----
)";

} // namespace tests
