import './modal.css';
import { useEffect, useId, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import type { Submission } from '../slack/human/submission.ts';
import { asObjects } from '../slack/payload/json.ts';
import { labelOf } from '../slack/payload/view-state.ts';
import { Blocks, SurfaceContext } from './blocks/index.ts';
import { useReader, useSeen } from './reader.ts';
import { act, ownClient } from './shared/client.ts';
import { useToasts } from './shared/toasts.tsx';
import { useViewSurface } from './surfaces.ts';
import { isTouch } from './touch.ts';
import type { View } from './workspace-view.ts';

/** Returns the reader's top modal in this window, if any. */
export const useTopView = (): View | undefined =>
  useSeen().views.findLast(({ client }) => client === ownClient);

function useDismiss(): (all?: boolean) => void {
  const { person } = useReader();
  const toasts = useToasts();
  return (all = false) => void act('/_control/dismiss', { person: person.name, all }).catch(toasts.say);
}

export function ModalStack() {
  const dismiss = useDismiss();
  const titleId = useId();
  const top = useTopView();
  return (
    <ModalOverlay
      className="overlay"
      isOpen={top !== undefined}
      onOpenChange={(open) => {
        if (!open) dismiss(true);
      }}
    >
      <Modal className="modal">
        <Dialog className="dialog" aria-labelledby={titleId}>
          {top && <ViewForm key={top.id} view={top} titleId={titleId} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ViewFormProps {
  readonly view: View;
  readonly titleId: string;
  /** Whether its fields get the focus. */
  readonly takesFocus?: boolean;
}

export function ViewForm({ view, titleId, takesFocus = true }: ViewFormProps) {
  const { person } = useReader();
  const dismiss = useDismiss();
  const seen = useSeen();
  const toasts = useToasts();
  const { surface, draft } = useViewSurface('modal', view);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { json } = view;
  const notice = seen.notices.find(({ about }) => about === view.id);

  useFocusOnFields(form, view, takesFocus);

  async function submit(): Promise<void> {
    setBusy(true);
    try {
      await act<Submission>('/_control/submit', { person: person.name, values: draft });
    } catch (error) {
      toasts.say(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <header>
        <h2 id={titleId}>{labelOf(json.title)}</h2>
        <button type="button" className="close" aria-label="Close" onClick={() => dismiss(true)}>
          ×
        </button>
      </header>
      <div className="fields">
        {notice && (
          <p className="trouble" role="alert">
            {notice.text}
          </p>
        )}
        <SurfaceContext value={surface}>
          <Blocks blocks={asObjects(json.blocks)} />
        </SurfaceContext>
      </div>
      <footer>
        <button type="button" className="button" onClick={() => dismiss()}>
          {labelOf(json.close) || 'Cancel'}
        </button>
        {json.submit && (
          <button type="submit" className="button primary" aria-disabled={busy}>
            {busy ? 'Sending…' : labelOf(json.submit)}
          </button>
        )}
      </footer>
    </form>
  );
}

/** Focuses the first invalid field and scrolls to its error; in a new form, the field that it names, or else the first. */
function useFocusOnFields(
  form: React.RefObject<HTMLFormElement | null>,
  view: View,
  takesFocus: boolean,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the rendered form
  useEffect(() => {
    if (!takesFocus) return;
    const fields = form.current?.querySelector('.fields');
    const wrong = fields?.querySelector('.bk-input[data-invalid], .bk-input:has([aria-invalid="true"])');
    if (wrong) {
      // A group of options has no invalid control itself, so its first one gets the focus.
      const control = wrong.querySelector<HTMLElement>('[aria-invalid="true"]') ?? firstControl(wrong);
      control?.focus();
      wrong.scrollIntoView({ block: 'nearest' });
      return;
    }
    if (isTouch() || fields?.contains(document.activeElement)) return;
    const chosen = fields?.querySelector('.bk-input[data-focus]');
    firstControl(chosen ?? fields)?.focus();
    chosen?.scrollIntoView({ block: 'center' });
  }, [view]);
}

const firstControl = (within: Element | null | undefined): HTMLElement | null | undefined =>
  within?.querySelector<HTMLElement>('input, textarea, select, button');
