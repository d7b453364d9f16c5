import { buttons, commandButton } from '../../answer/answer.ts';
import { phraseOf } from '../../operation/phrase.ts';
import { defineOperation } from '../context/context.ts';
import { deletion } from '../context/removed.ts';
import { serverAdmins } from '../context/roles.ts';
import { nameOf, server } from '../servers/server.ts';
import { jobProgress } from './job-progress.ts';
import { hasPublicIp, publicAddress } from './public-address.ts';
import { publicIpState } from './public-ip.ts';

export const ipRemove = defineOperation({
  id: 'ip.remove',
  summary: 'Remove a public IP from a server',
  action: 'Remove public IP',
  button: 'Remove Public IP',
  example: 'ip remove DE1ACMEWEB01 203.0.113.10',
  fields: {
    server: server({ label: 'Server', at: 0, decides: true }),
    address: publicAddress({ label: 'Public IP', at: 1, example: '198.51.100.7' }),
  },
  risk: 'disrupts',
  roles: serverAdmins,
  changes: ({ server, address }) => ({ server: server.id, address }),
  leaves: ({ server, address }) =>
    deletion(
      // A server under construction shows no details.
      hasPublicIp(server, address),
      `${nameOf(server)} has no public IP ${address}.`,
    ),
  targets: ({ server }) => [`server/${server.id}`],
  takesTurns: true,
  subject: ({ server, address }) => `${address} from ${nameOf(server)}`,
  phrase: ({ server, address }) => phraseOf('remove', `public IP ${address}`, ` from ${nameOf(server)}`),
  warnings: ({ server, address }) => [
    `${nameOf(server)} can’t be reached at ${address} any more, and the address may not come back.`,
  ],
  statusCommand: ({ server }, { link }) => link('server.show', { server: server.id }),
  snapshot: publicIpState,
  isReversible: false,
  async start({ server, address }, { service }) {
    const job = await service.publicIps.remove(server.id, address);
    return { job: job.id, server: server.id, address };
  },
  async track({ job = '', server = '' }, context) {
    const progress = await jobProgress(job, context);
    if (progress !== 'succeeded') return progress;
    return {
      phase: 'done',
      answer: [buttons(commandButton('Show Server', context.link('server.show', { server })))],
    };
  },
});
