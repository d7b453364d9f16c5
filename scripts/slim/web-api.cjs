// @slack/web-api behind a door: Bolt builds clients while it loads, but the receiver may never call one,
// so the real module is evaluated at the first use.
const real = () => require('real:@slack/web-api');
const metadata = [];

function lazyClient(args) {
  let client;
  const get = () => {
    if (!client) {
      const { WebClient, addAppMetadata } = real();
      metadata.splice(0).forEach(addAppMetadata);
      client = new WebClient(...args);
    }
    return client;
  };
  return new Proxy(Object.create(null), {
    get(_, key) {
      if (key === 'then') return undefined;
      if (key === 'token' && !client) return args[0];
      return get()[key];
    },
    has: (_, key) => key in get(),
    set(_, key, value) {
      get()[key] = value;
      return true;
    },
  });
}

module.exports = {
  WebClient: class {
    constructor(...args) {
      // biome-ignore lint/correctness/noConstructorReturn: the proxy stands in for the client
      return lazyClient(args);
    }
  },
  addAppMetadata: (entry) => metadata.push(entry),
  get WebAPIPlatformError() {
    return real().WebAPIPlatformError;
  },
  get WebAPIRateLimitedError() {
    return real().WebAPIRateLimitedError;
  },
  get WebAPIHTTPError() {
    return real().WebAPIHTTPError;
  },
};
