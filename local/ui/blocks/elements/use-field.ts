import { type ReactNode, useState } from 'react';
import { valueFor } from '../../../slack/human/values.ts';
import { asObject, asString, type JsonObject } from '../../../slack/payload/json.ts';
import { initialValue } from '../../../slack/payload/view-state.ts';
import { useBlock } from '../parts/block-context.tsx';
import { type Entered, useSurface } from '../parts/surface.ts';
import { useBlockAction } from './use-action.tsx';

export interface Field {
  /** The value of the element, as in `state.values`. */
  readonly value: JsonObject;
  /** Shows and stores the entered value, without notifying the app. */
  keep(entered: Entered): void;
  /** Shows the choice, and notifies the app if the block dispatches its actions. */
  choose(entered: Entered): void;
  /** Sends the current value to the app, if the block dispatches its actions. */
  submit(entered: Entered): void;
  readonly waiting: boolean;
  readonly dialog: ReactNode;
}

/** Manages the value of an element. As in Slack, it survives updates of the app if the block retains its id. */
export function useField(element: JsonObject): Field {
  const surface = useSurface();
  const { block, isInput, dispatches } = useBlock();
  const blockAction = useBlockAction(element);
  const action = asString(element.action_id);
  const [entered, setEntered] = useState<JsonObject>();
  const stored = asObject(surface.values[block])[action];
  const value = entered ?? (stored === undefined ? initialValue(element) : asObject(stored));

  const show = (what: Entered): void => setEntered(valueFor(element, what));
  const keepHere = (what: Entered): void => {
    if (isInput) surface.enter({ block, action }, what);
  };
  return {
    value,
    waiting: blockAction.waiting,
    dialog: blockAction.dialog,
    keep: (what) => {
      show(what);
      keepHere(what);
    },
    choose: (what) => {
      const before = value;
      show(what);
      keepHere(what);
      if (dispatches) void blockAction.send(what).then((sure) => sure || setEntered(before));
    },
    submit: (what) => {
      if (dispatches) void blockAction.send(what);
    },
  };
}
