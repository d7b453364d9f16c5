import { slackLimits } from './limits.ts';
import { also, byType, type Check, flag, object, oneOf, text } from './rules.ts';

/** A `plain_text` object. */
export function plainText(most: number): Check {
  return compound(object({ type: oneOf('plain_text'), text: text(most) }, { emoji: flag }));
}

/** A `mrkdwn` object. */
export function mrkdwn(most: number): Check {
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

/** One choice; `words` is its kind of text. */
export function option(words: (most: number) => Check): Check {
  return object(
    { text: words(slackLimits.option.text), value: text(slackLimits.option.value) },
    { description: words(slackLimits.option.description), url: text(slackLimits.option.url) },
  );
}

/** An image: at a public address, or a file in Slack. */
export const image = (more: Record<string, Check> = {}): Check =>
  also(
    object(
      { type: oneOf('image'), alt_text: text(slackLimits.image.altText) },
      {
        image_url: text(slackLimits.image.url),
        slack_file: object({}, { id: text(255), url: text(slackLimits.image.url) }),
        ...more,
      },
    ),
    (value, at) =>
      value.image_url === undefined && value.slack_file === undefined
        ? [
            {
              pointer: at,
              code: 'missing_field',
              message: 'missing required field: image_url',
              field: 'image_url',
            },
          ]
        : [],
  );
