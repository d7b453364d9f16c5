/**
 * Returns the configuration of an SDK client that calls the local AWS. It sets everything that the SDK would otherwise read from
 * `~/.aws`: a profile there can forbid local endpoints, as `use_fips_endpoint` does.
 * @param endpoint of one service of the local AWS
 */
export const localClientConfig = (endpoint: string, region = 'eu-west-1') => ({
  region,
  endpoint,
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  maxAttempts: 1,
  retryMode: 'standard',
  defaultsMode: 'standard' as const,
  useFipsEndpoint: false,
  useDualstackEndpoint: false,
  authSchemePreference: [],
  userAgentAppId: '',
});
