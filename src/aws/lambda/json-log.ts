import { version } from '../../core/built-version.ts';
import { correlation } from '../../core/correlation.ts';
import type { Facts, Log } from '../../core/log.ts';
import { optional } from './environment.ts';
import { embedded } from './metrics.ts';

/**
 * Logs one JSON object per line to standard output, with Powertools' field names: `level`, `message` (the event), `timestamp`,
 * `service` (the function), `correlation_id`, and the `version` of the build. Uses no library, to keep the receiver's bundle small.
 * Metrics are embedded in the line.
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
      version,
      ...facts,
      ...embedded(message, facts, now.getTime()),
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  };
}
