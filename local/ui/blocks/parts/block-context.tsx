import { createContext, type ReactNode, use, useMemo } from 'react';
import { asString, type JsonObject } from '../../../slack/payload/json.ts';

/** The context of an element's block. */
export interface BlockContextValue {
  readonly block: string;
  /** Whether entered values are stored for a submission. */
  readonly isInput: boolean;
  /** Whether entered values are sent to the app at once. */
  readonly dispatches: boolean;
  /** Ids of its label, hint and error on the page, if it has them. */
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

/** Provides the context of elements outside of input blocks, which send each choice to the app. */
export function BlockProvider({ block, children }: { block: JsonObject; children: ReactNode }) {
  const id = asString(block.block_id);
  const held = useMemo(() => ({ block: id, isInput: false, dispatches: true }), [id]);
  return <BlockContext value={held}>{children}</BlockContext>;
}

interface Labelled {
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-required'?: boolean;
}

/** Returns the attributes that connect a control to its label, hint and error. `otherwise` names a control without a label. */
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
