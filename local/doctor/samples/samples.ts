import type { Answer } from '../../../src/answer/answer.ts';
import { hasForm } from '../../../src/command-line/form.ts';
import { operations } from '../../../src/operations/index.ts';
import { draw, drawPlainly } from '../../../src/slack/render/draw.ts';
import { drawForm, placeholder } from '../../../src/slack/render/form-view.ts';
import { checking, maybeLost, previewView } from '../../../src/slack/render/preview-view.ts';
import { rejectForm, suggestForm } from '../../../src/slack/render/review-forms.ts';
import { reviewView } from '../../../src/slack/render/review-view.ts';
import type { Sample } from './sample.ts';
import { sampleCards, sampleMetadata, sampleReviews } from './sample-approvals.ts';
import { sampleChanged } from './sample-changed.ts';
import { sampleEnds } from './sample-ends.ts';
import { emptyForm, fullForm, replyTo } from './sample-forms.ts';
import { sampleKeys } from './sample-keys.ts';
import { sampleParts } from './sample-parts.ts';
import { samplePreview, sampleTalk } from './sample-talk.ts';
import { endless } from './sample-text.ts';

/**
 * Returns samples of everything that Skydesk can send, at its minimum and maximum: each part of an answer, each approval card,
 * each form. They need no data of the cloud API. `command` is the name of the slash command, `/cloud`.
 */
export const samplesOf = (command: string): readonly Sample[] => [
  ...Object.entries({
    ...sampleParts(),
    ...sampleCards(),
    ...sampleEnds(),
    ...sampleKeys(),
    ...sampleChanged(),
    ...sampleTalk(),
  }).map(
    ([name, answer]): Sample => ({
      name,
      as: 'message',
      rendered: draw(answer, command),
      ...(hasNewBlocks(answer) && { otherwise: drawPlainly(answer, command) }),
    }),
  ),
  ...Object.entries(sampleReviews()).map(
    ([name, review]): Sample => ({
      name,
      as: 'view',
      rendered: reviewView(review, command),
      otherwise: reviewView(review, command, true),
    }),
  ),
  ...operations.flatMap(({ id, fields }): Sample[] =>
    Object.values(fields).some(({ isNoWider }) => isNoWider)
      ? [
          {
            name: `suggestion for ${id}`,
            as: 'view',
            rendered: suggestForm(sampleMetadata, fields, allFields(fields)),
          },
        ]
      : [],
  ),
  { name: 'rejection', as: 'view', rendered: rejectForm(sampleMetadata) },
  { name: 'form, being made', as: 'view', rendered: placeholder('Create firewall policy') },
  { name: 'preview on a form, being made', as: 'view', rendered: checking('sample') },
  { name: 'preview on a form', as: 'view', rendered: previewView(samplePreview(), replyTo, command) },
  { name: 'preview on a form, maybe not confirmed', as: 'view', rendered: maybeLost() },
  ...operations.filter(hasForm).flatMap((operation): Sample[] => [
    { name: `form of ${operation.id}`, as: 'view', rendered: drawForm(emptyForm(operation), command) },
    { name: `form of ${operation.id}, full`, as: 'view', rendered: drawForm(fullForm(operation), command) },
  ]),
];

/** Whether an answer has tables or charts. Skydesk sends text to workspaces that don't support these yet. */
const hasNewBlocks = (answer: Answer): boolean =>
  answer.some(({ kind }) => kind === 'table' || kind === 'chart');

/** Returns the longest value for each field. */
const allFields = (fields: object): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, endless.slice(0, 3000)]));
