import { digitalOcean } from '../gateway/digitalocean/index.ts';
import { gatewayListener } from '../gateway/listener.ts';
import { listenOnLoopback } from '../local/loopback/listen.ts';
import { runCommand } from './command-line/command-line.ts';
import { portOf, requestFromHere, webAddress } from './command-line/given-values.ts';
import { ensureFree, listening } from './dev/port.ts';
import { untilStopped, watchStdin } from './dev/until-stopped.ts';

const anotherPort = 'npm run gateway -- --port 4701';

await runCommand(
  {
    name: 'gateway',
    summary:
      'Starts the gateway to DigitalOcean on loopback: it speaks the cloud API. docs/gateway.md says how to log in.',
    options: {
      port: {
        type: 'string',
        default: '4700',
        value: 'N',
        description: 'default 4700; 0 takes any free one',
      },
    },
    variables: {
      DIGITALOCEAN_URL: 'another address of DigitalOcean’s API',
      HTTPS_PROXY: 'proxy through which it is called; NO_PROXY names the hosts that are called directly',
    },
  },
  async ({ values }) => {
    const port = portOf('--port', values.port);
    const baseUrl = webAddress(
      'DIGITALOCEAN_URL',
      process.env.DIGITALOCEAN_URL || 'https://api.digitalocean.com',
    );
    watchStdin();
    await ensureFree(port, anotherPort);
    const listener = gatewayListener(digitalOcean({ baseUrl, send: requestFromHere() }));
    const gateway = await listening(port, anotherPort, listenOnLoopback(listener, port));
    process.stdout.write(`The gateway listens on ${gateway.url}, and calls ${baseUrl}\n`);
    await untilStopped();
    await gateway.close();
  },
);
