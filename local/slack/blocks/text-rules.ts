import { slackLimits } from './limits.ts';
import { byType, type Check, flag, object, oneOf, text } from './rules.ts';

/** A `plain_text` object. */
export function plainText(most: number): Check {
  return compound(object({ type: oneOf('plain_text'), text: text(most) }, { emoji: flag }));
}

/** A `mrkdwn` object. */
function mrkdwn(most: number): Check {
  return compound(object({ type: oneOf('mrkdwn'), text: text(most) }, { verbatim: flag }));
}

/** Either kind of text object. */
export function anyText(most: number): Check {
  return compound(byType({ plain_text: plainText(most), mrkdwn: mrkdwn(most) }));
}

/** Slack names the text object as a whole before it names what is wrong in it. */
function compound(check: Check): Check {
  return (value, at) => {
    const problems = check(value, at).filter(({ constraint }) => constraint?.type !== 'all_of');
    if (problems.length === 0) return [];
    const whole = {
      pointer: at,
      code: 'failed_constraint',
      message: 'failed to match all allowed schemas',
      constraint: { type: 'all_of' },
    } as const;
    return [whole, ...problems];
  };
}

const { title, text: body, confirm: yes, deny } = slackLimits.confirm;

/** The dialog that asks "are you sure". */
export const confirm: Check = object(
  { title: plainText(title), text: plainText(body), confirm: plainText(yes), deny: plainText(deny) },
  { style: oneOf('primary', 'danger') },
);

/** One choice. */
export const option: Check = object(
  { text: plainText(slackLimits.option.text), value: text(slackLimits.option.value) },
  { description: plainText(slackLimits.option.description) },
);
