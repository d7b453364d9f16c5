import { type PostOptions, postEnvelopes } from './post-envelopes.ts';
import { type Connected, type StayConnectedOptions, stayConnected } from './stay-connected.ts';

export { ConnectionRefused } from './connection.ts';

/**
 * Connects a real Slack to the receiver on this machine by Socket Mode, without a tunnel. Resolves when connected.
 * @throws ConnectionRefused if Slack refuses the token
 */
export const openSocketMode = (
  options: PostOptions & Omit<StayConnectedOptions, 'take'>,
): Promise<Connected> => stayConnected({ ...options, take: postEnvelopes(options) });
