import { type ReactNode, useRef, useState } from 'react';
import { asString, isObject, type JsonObject } from '../../../slack/payload/json.ts';
import { useBlock } from '../parts/block-context.tsx';
import { type Entered, useSurface } from '../parts/surface.ts';
import { Confirm } from './confirm-dialog.tsx';

export interface BlockAction {
  readonly waiting: boolean;
  /** Asks for confirmation if the element requires it, then notifies the app. Resolves to false if the person declined. */
  send(entered?: Entered): Promise<boolean>;
  readonly dialog: ReactNode;
}

/** Notifies the app of clicks and choices, one at a time. */
export function useBlockAction(element: JsonObject): BlockAction {
  const { act } = useSurface();
  const { block } = useBlock();
  const [waiting, setWaiting] = useState(false);
  const [asking, setAsking] = useState(false);
  const answer = useRef<(sure: boolean) => void>(undefined);
  const { confirm } = element;

  const isSure = (): Promise<boolean> => {
    setAsking(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  };
  const send = async (entered?: Entered): Promise<boolean> => {
    if (isObject(confirm) && !(await isSure())) return false;
    setWaiting(true);
    const at = { block, action: asString(element.action_id) };
    try {
      await (entered === undefined ? act(at) : act(at, entered));
    } finally {
      setWaiting(false);
    }
    return true;
  };
  const decide = (sure: boolean): void => {
    setAsking(false);
    answer.current?.(sure);
  };
  return {
    waiting,
    send,
    dialog: isObject(confirm) && <Confirm confirm={confirm} open={asking} onAnswer={decide} />,
  };
}
