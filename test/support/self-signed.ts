/** A key and a certificate that nobody vouches for, for 127.0.0.1, made for these tests and of no use elsewhere. */
import type { SecureOptions } from "./service.ts";

export const SELF_SIGNED: SecureOptions = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqvLP6Jso8wnqGx7K
yS/lQifsFUMtj5PZJ0low7tZSCihRANCAASW4Jt2dOPT8Wjzvd33+vFN5I4colLi
lLEQXTmuhWR0+BafeOFYarJy7YSrBj26sli6pjvRmktUtnFz5HO49+nj
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUfhC0fwIM2BPa5P3whKep2xntXOAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTAzMjcyMloYDzIxMjYxMDI4
MDMyNzIyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASW4Jt2dOPT8Wjzvd33+vFN5I4colLilLEQXTmuhWR0+BafeOFYarJy
7YSrBj26sli6pjvRmktUtnFz5HO49+njo28wbTAdBgNVHQ4EFgQU9flLr3FkLRKI
0zRAiDiXqQGhWj8wHwYDVR0jBBgwFoAU9flLr3FkLRKI0zRAiDiXqQGhWj8wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3QwCgYIKoZI
zj0EAwIDSAAwRQIgdoTqMooSdq4HfTTGZTYLO0++VuBsSvBYA0DxQ5QimJ4CIQCM
+BIeox+qjeLGhqJxNuyqXGmNCd1rQ/2pX3sfAlcXjA==
-----END CERTIFICATE-----
`,
};
