import { expect, test } from 'vitest';
import { shownAs, skydeskOfFile } from '../support/index.ts';

/* From "not allowed" to access that ends by itself. The clock of everything is set forward. */

const minute = 60_000;
const skydesk = await skydeskOfFile();

const line = 'reach DE1ACMEWEB03 DE1ACMEDB02 tcp/5432';
const traffic = 'DE1ACMEWEB03 → DE1ACMEDB02 on PostgreSQL (5432)';

/** The answer that Ana gets to a read. */
async function answer(typed: string): Promise<string> {
  await skydesk.type('ana', typed);
  return skydesk.whispered('ana');
}
const submit = (values: Readonly<Record<string, string>> = {}) =>
  skydesk.doing(async () => expect(await skydesk.slack.submit('ana', values)).toMatchObject({ errors: {} }));
const top = (): string => shownAs(skydesk.slack.views('ana').at(-1));

test('traffic that policies don’t allow is requested with one button, approved, allowed for two hours, and ends', async () => {
  expect(await answer(line)).toContain(`❌ Not allowed · ${traffic}`);

  await skydesk.press('ana', 'Request Access…');
  await submit({ Reason: 'Nightly backup' });
  expect(top()).toContain('🟢 Open 10.95.131.14 → 10.95.131.22 in DE1, PostgreSQL (5432), for 2 h?');
  expect(top()).toContain(
    '1 server in DE1 gains access to DE1ACMEDB02 on PostgreSQL (5432); today none has it.',
  );
  await submit();
  const id = skydesk.newest();
  expect(await skydesk.card(id)).toContain('1 server in DE1 may reach DE1ACMEDB02, today 0');
  await skydesk.review('ben', id);
  expect(shownAs(skydesk.slack.views('ben').at(-1))).toContain('1 server in DE1 gains access to');
  await skydesk.decide('ben', id, 'Approve');
  await skydesk.settled({ delayed: true });

  const { number } = await skydesk.stateOf(id);
  const allowed = await answer(line);
  expect(allowed).toContain(`✅ Allowed · ${traffic}`);
  expect(allowed).toMatch(
    new RegExp(
      `By policy.*[0-9a-f]{8} \\(in DE1\\) · since .* · requested by Ana Ferreira \\(ana\\) in #${number} · ends in `,
    ),
  );
  expect(await answer('reach to=DE1ACMEDB02 tcp/5432')).toContain(
    'Policies allow 1 server to reach DE1ACMEDB02',
  );

  await skydesk.pass(125 * minute);
  expect(await answer(line)).toContain(`❌ Not allowed · ${traffic}`);
});
