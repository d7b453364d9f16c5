import { digitalOcean, omittedChoices } from '../gateway/digitalocean/index.ts';
import { gatewayListener } from '../gateway/listener.ts';
import { localToken, startDigitalOcean } from '../local/digitalocean/index.ts';
import { listenOnLoopback } from '../local/loopback/listen.ts';
import { build, buildStrict, watchOfEmulator } from './build.ts';
import { runCommand } from './command-line/command-line.ts';
import { requestFromHere } from './command-line/given-values.ts';
import { ensureFree } from './dev/port.ts';
import { watchStdin } from './dev/until-stopped.ts';
import { optionsFrom, serve } from './dev.ts';
import { buildPage } from './page.ts';

/** The alias that the account gets here: DigitalOcean has none. */
const alias = 'OCEAN';

await runCommand(
  {
    name: 'dev:digitalocean',
    summary:
      'Starts Skydesk on loopback, with the gateway to DigitalOcean in place of the emulator: in front of a stand-in, or of your account.',
    options: {
      log: { type: 'boolean', description: 'prints the log of the functions, too' },
    },
    variables: {
      PORT: 'port to listen on; default 3000',
      DIGITALOCEAN_TOKEN: 'a token of your account; without it, a stand-in is started',
    },
  },
  async ({ values }) => {
    const { DIGITALOCEAN_TOKEN: token, PORT } = process.env;
    const options = optionsFrom({ PORT }, values.log ?? false);
    watchStdin();
    await ensureFree(options.port, 'PORT=3001 npm run dev:digitalocean');
    await build({ watch: { ...watchOfEmulator, accounts: [alias] } });
    await buildPage();
    const local = token ? undefined : await startDigitalOcean();
    const baseUrl = local?.url ?? 'https://api.digitalocean.com';
    const gateway = await listenOnLoopback(
      gatewayListener(digitalOcean({ baseUrl, send: requestFromHere() })),
    );
    process.stdout.write(
      local
        ? `A stand-in for DigitalOcean listens on ${baseUrl}, with the token ${localToken}\n`
        : 'The gateway calls your account at DigitalOcean.\n',
    );
    const service = { baseUrl: gateway.url, username: alias, password: token || localToken, omittedChoices };
    try {
      await serve({ ...options, service, buildStrict });
    } finally {
      await gateway.close();
      await local?.close();
    }
  },
);
// Keep-alive connections would prevent the process from exiting.
process.exit();
