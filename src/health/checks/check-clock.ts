import { capitalize } from '../../core/capitalize.ts';
import { type Instant, type Millis, minute } from '../../core/clock.ts';
import { type Check, type CheckResult, ok, unchecked, warning, wrong } from '../probes/check.ts';
import { CheckFailed, Skipped } from '../probes/probes.ts';

/** Clock differences to report as an error or a warning. Signatures fail beyond five minutes. */
const dangerous: Millis = 3 * minute;
const notable = 30_000;

export const clock: Check = {
  name: 'Clock',
  system: 'Slack or the cloud API',
  async run(probes) {
    const [slack, service] = await Promise.all([
      timeOf(async () => (await probes.authTest()).at),
      timeOf(probes.service.time),
    ]);
    const now = probes.clock();
    const found = [...compared('Slack’s', slack, now), ...compared('the cloud API’s', service, now)];
    if (found.length > 0) return found;
    const unknown = [
      ...(slack === undefined ? ['Slack'] : []),
      ...(service === undefined ? ['the cloud API'] : []),
    ];
    if (unknown.length === 2)
      return [unchecked('Neither Slack nor the cloud API returned a time to compare with.')];
    if (unknown.length === 1)
      return [ok(`It’s right. ${capitalize(unknown.join())} returned no time to compare with.`)];
    return [ok('Same time as Slack and the cloud API.')];
  },
};

/** Returns the time from a probe; undefined if the probe fails, which another check reports. */
async function timeOf(ask: () => Promise<number | undefined>): Promise<number | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CheckFailed || error instanceof Skipped) return undefined;
    throw error;
  }
}

function compared(whose: string, theirs: number | undefined, now: Instant): CheckResult[] {
  const off = theirs === undefined ? 0 : now - theirs;
  if (Math.abs(off) < notable) return [];
  const says = `This clock is ${inWords(Math.abs(off))} ${off < 0 ? 'behind' : 'ahead of'} ${whose}.`;
  const next = 'Synchronize the clock (NTP): signed requests expire within 5 minutes.';
  return [Math.abs(off) < dangerous ? warning(says, next) : wrong(says, next)];
}

const inWords = (ms: Millis): string =>
  ms < 90_000 ? `${Math.round(ms / 1000)} seconds` : `${Math.round(ms / minute)} minutes`;
