import { createContext, type ReactNode, use, useMemo } from 'react';
import { asString, type JsonObject } from '../../../slack/payload/json.ts';

/** The block that an element is in, as far as the element must know it. */
export interface BlockContextValue {
  /** Its block_id. */
  readonly block: string;
  /** Whether what is entered is kept for a submission. */
  readonly isInput: boolean;
  /** Whether what is entered is told to the app at once. */
  readonly dispatches: boolean;
  /** Where its label, hint and error are on the page, if it has them. */
  readonly field?: {
    readonly control: string;
    readonly label: string;
    readonly describedBy: string | undefined;
    readonly invalid: boolean;
    readonly required: boolean;
  };
}

export const BlockContext = createContext<BlockContextValue>({ block: '', isInput: false, dispatches: true });

export const useBlock = (): BlockContextValue => use(BlockContext);

/** Around elements outside of input blocks: they tell the app of each choice. */
export function BlockProvider({ block, children }: { block: JsonObject; children: ReactNode }) {
  const id = asString(block.block_id);
  const held = useMemo(() => ({ block: id, isInput: false, dispatches: true }), [id]);
  return <BlockContext value={held}>{children}</BlockContext>;
}

/** Attributes that say what a control is called, and what is said of it. */
interface Labelled {
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-required'?: boolean;
}

/** The attributes that tie a control to its label, its hint and its error; `otherwise` names one without a label. */
export function useLabelled(otherwise: string): Labelled {
  const { field } = useBlock();
  if (!field) return { 'aria-label': otherwise };
  return {
    id: field.control,
    ...(field.describedBy && { 'aria-describedby': field.describedBy }),
    'aria-invalid': field.invalid,
    'aria-required': field.required,
  };
}
