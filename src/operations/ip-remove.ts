import { code, done } from '../core/answer.ts';
import { address } from '../core/fields/index.ts';
import { operation } from './context.ts';
import { jobProgress } from './terms/job.ts';
import { nameOf, server } from './terms/server.ts';

export const ipRemove = operation({
  id: 'ip.remove',
  does: 'Take a public IP address from a server',
  fields: {
    server: server({ label: 'Server', at: 0 }),
    address: address({ label: 'Public address', at: 1, example: '198.51.100.7' }),
  },
  risk: 'disrupts',
  touches: ({ server }) => [`server/${server.id}`],
  says: ({ server, address }) => `take the public IP address ${address} from ${nameOf(server)}`,
  warns: ({ address }) => [
    `Whoever reaches the server at ${address} loses it, and the address may not come back.`,
  ],
  shows: ({ server }) => `server show ${server.id}`,
  async start({ server, address }, { service }) {
    const job = await service.publicIps.remove(server.id, address);
    return { job: job.id, server: server.id, address };
  },
  async follow({ job = '', server = '', address = '' }, context) {
    const progress = await jobProgress(job, context);
    if (progress !== 'succeeded') return progress;
    return { phase: 'done', answer: [done(code(address), ` no longer leads to ${server.toUpperCase()}.`)] };
  },
});
