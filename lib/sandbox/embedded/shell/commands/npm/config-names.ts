/** Boolean settings of npm. */
export const SWITCHES = new Set(
  `all allow-same-version audit bin-links browser bypass-2fa color commit-hooks dangerously-allow-all-scripts
  description dev diff-ignore-all-space diff-name-only diff-no-prefix diff-text dry-run engine-strict expect-
  results force foreground-scripts format-package-lock fund git-tag-version global global-style help if-present
  ignore-scripts include-staged include-workspace-root include-attestations init-private install-links json
  legacy-bundling legacy-peer-deps link long offline omit-lockfile-registry-resolved optional package-lock
  package-lock-only parseable allow-scripts-pending allow-scripts-pin prefer-dedupe prefer-offline prefer-online
  prod production progress provenance read-only rebuild-bundle save save-bundle save-dev save-exact save-optional
  save-peer save-prod packages-all shrinkwrap sign-git-commit sign-git-tag silent strict-peer-deps strict-allow-
  scripts strict-ssl timing unicode update-notifier usage version versions workspaces workspaces-update yes`.split(
    /\s+/,
  ),
);

const OTHERS = new Set(
  `_auth access allow-directory allow-file allow-git allow-remote allow-scripts also audit-level auth-type before
  ca cache cache-max cache-min cafile call cert cidr cpu depth diff diff-dst-prefix diff-src-prefix diff-unified
  editor expect-result-count expires fetch-retries fetch-retry-factor fetch-retry-maxtimeout fetch-retry-
  mintimeout fetch-timeout git globalconfig heading https-proxy include init-author-email init-author-name init-
  author-url init-license init-module init-type init-version init.author.email init.author.name init.author.url
  init.license init.module init.version install-strategy key libc local-address location lockfile-version loglevel
  logs-dir logs-max name maxsockets message min-release-age min-release-age-exclude node-gyp node-options noproxy
  omit only orgs os otp package pack-destination packages prefix preid provenance-file proxy registry replace-
  registry-host save-prefix sbom-format sbom-type scope scopes packages-and-scopes-permission orgs-permission
  password token-description script-shell searchexclude searchlimit searchopts searchstaleness shell tag tag-
  version-prefix umask user-agent userconfig viewer which workspace`.split(/\s+/),
);

/** What a person has for one registry alone. */
const OF_REGISTRY = new Set(['_auth', '_authToken', 'username', '_password', 'email', 'certfile', 'keyfile']);

/** Whether npm knows a setting, which may be one of a registry or scope, as in `@scope:registry`. */
export function isSetting(key: string): boolean {
  const name = key.split(':').at(-1) ?? '';
  return SWITCHES.has(name) || OTHERS.has(name) || OF_REGISTRY.has(name);
}
