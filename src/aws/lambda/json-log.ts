import { correlation } from '../../core/correlation.ts';
import type { Facts, Log } from '../../core/log.ts';
import { optional } from './environment.ts';
import { embedded } from './metrics.ts';

/**
 * One JSON object a line on standard output, where Lambda collects it, under the names that Powertools gives its
 * fields: `level`, `message` (the event), `timestamp`, `service` (the function), `correlation_id`. The three functions
 * share it, for the receiver has no room for a library. What CloudWatch counts of a line stands on the line itself.
 */
export function jsonLog(service: string): Log {
  const bot = optional('BOT_NAME', 'skydesk');
  return (message, given = {}) => {
    const now = new Date();
    const facts: Facts = { bot, ...correlation(), ...given };
    const line = {
      level: 'error' in facts ? 'WARN' : 'INFO',
      message,
      timestamp: now.toISOString(),
      service,
      ...facts,
      ...embedded(message, facts, now.getTime()),
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  };
}
