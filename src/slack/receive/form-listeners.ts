import type { App } from '@slack/bolt';
import { changedInNewVersion } from '../../answer/new-version.ts';
import { orLogged } from '../../answer/or-logged.ts';
import { notOpenedId } from '../../change/model/ids.ts';
import { type FormRequest, isChange, problemsSoFar, titleOf } from '../../command-line/form.ts';
import { commandFor } from '../../command-line/parse-command.ts';
import { prepareAs } from '../../command-line/prepare-request.ts';
import { operationById } from '../../operations/index.ts';
import { filterAction, formView } from '../render/form-view.ts';
import { checking } from '../render/preview-view.ts';
import type { AppOptions } from './app-options.ts';
import { errorsAt, readForm } from './form-submission.ts';
import { type Interaction, originOf } from './interaction.ts';
import { openPlaceholder } from './open-placeholder.ts';

/** Explains that a command or a form could not be queued. It only reads or previews, so repeating it changes nothing. */
export const notQueued = 'Skydesk couldn’t process this. Try again in a minute.';

/** Registers listeners for actions and submissions of forms. Returns functions that open a form within Slack's three seconds. */
export function registerFormListeners(
  app: App,
  { openView, queue, log }: Pick<AppOptions, 'openView' | 'queue' | 'log'>,
) {
  /**
   * Opens a form, and queues the job that fills it. Resolves to false if it could not be opened in time: then the caller has to
   * offer a button that opens it.
   */
  async function open(request: FormRequest, { trigger, ...base }: Interaction): Promise<boolean> {
    const operation = operationById(request.operation);
    if (!operation) return false;
    const asking = { id: base.id, trigger };
    const opened = await openPlaceholder('form', titleOf(operation), asking, { openView, log });
    if (!opened) return false;
    await queue.send({ ...base, ...formJob(request), view: opened.view }, opened.delay);
    return opened.isOpen;
  }

  app.action({ action_id: filterAction, type: 'block_actions' }, async ({ body, context, ack }) => {
    const { view, user } = body;
    if (view) {
      const { operation: id, replyTo, edits, raw, filters, required } = readForm(view, user.id);
      const operation = operationById(id);
      await queue.send({
        ...originOf(body, context, replyTo),
        kind: 'form',
        view: { id: view.id },
        operation: id,
        raw,
        problems: [
          ...(operation ? problemsSoFar(operation, raw) : []),
          ...required.map((field) => ({ field, message: 'has no value', missing: true })),
        ],
        line: '',
        ...(edits && { edits }),
        filters,
      });
    }
    return ack();
  });

  app.view({ callback_id: formView, type: 'view_submission' }, async ({ body, view, context, ack }) => {
    const { operation: id, replyTo, edits, raw, blocks } = readForm(view, body.user.id);
    const refuse = (message: string) =>
      ack({ response_action: 'errors', errors: errorsAt(blocks, [{ message }]) });
    const operation = operationById(id);
    if (!operation) return refuse(changedInNewVersion('form', 'Open it again'));
    const preparation = prepareAs(operation, raw);
    if (preparation.kind === 'mistaken') {
      return ack({ response_action: 'errors', errors: errorsAt(blocks, preparation.problems, operation) });
    }
    const request = String(context.requestId);
    const sending = queue.send({
      ...originOf(body, context, replyTo),
      ...commandFor(id, preparation.prepared.raw),
      ...(edits && { edits }),
      ...(isChange(operation) && { view: { external: request } }),
    });
    if (!(await orLogged(sending, log, 'not queued'))) return refuse(notQueued);
    return isChange(operation) ? ack({ response_action: 'push', view: checking(request) }) : ack();
  });

  return {
    open,
    /** Opens a form after a button click. If it could not be opened in time, the worker offers a button. */
    async press(request: FormRequest, asking: Interaction): Promise<void> {
      if (await open(request, asking)) return;
      const { trigger: _, id, ...base } = asking;
      await queue.send({ ...base, ...formJob(request), id: notOpenedId(id) });
    },
  };
}

const formJob = ({ operation, raw, problems, line, edits }: FormRequest) => ({
  kind: 'form' as const,
  operation,
  raw,
  problems: [...problems],
  line,
  ...(edits && { edits }),
  filters: {},
});
