import type { Price, ServiceError } from '@service/sdk';
import { type ReactNode, useEffect, useState } from 'react';
import {
  type Priced,
  priceSelection,
  type Selection,
  type SelectionPart,
  UNPRICED,
} from '../../components/selection.ts';
import { useProvided } from './service-provider.ts';
import { useLatest } from './use-latest.ts';

/** Returns the price of a selection, anew whenever the selection changes. While a server renders, there is none. */
export const usePricing = (selection: Selection): Priced => {
  const { configured } = useProvided();
  const [priced, setPriced] = useState<Priced>(UNPRICED);
  const latest = useLatest(selection);
  const key = JSON.stringify(selection);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal selection in a new object is no change.
  useEffect(() => {
    setPriced((before) => (before.pending ? before : { ...before, pending: true }));
    return priceSelection(configured(), latest.current, setPriced);
  }, [configured, latest, key]);
  return priced;
};

export interface PricingProps extends Selection {
  /** Renders the price. */
  children?: (priced: Priced) => ReactNode;
  /** The price has changed. */
  onChange?: (price: Price) => void;
  /** A part of the selection was refused; the price is that of the rest. */
  onError?: (error: ServiceError, part: SelectionPart) => void;
}

/**
 * The price of what a customer selects.
 *
 *     <Pricing plan="tideline" coupon={coupon}>{({ price }) => price?.now.total}</Pricing>
 */
export const Pricing = ({ children, onChange, onError, ...selection }: PricingProps): ReactNode => {
  const priced = usePricing(selection);
  const latest = useLatest({ onChange, onError });
  const { price, errors, pending } = priced;
  useEffect(() => {
    if (price) latest.current.onChange?.(price);
  }, [latest, price]);
  useEffect(() => {
    for (const [part, error] of Object.entries(errors)) latest.current.onError?.(error, part as SelectionPart);
  }, [latest, errors]);
  return children?.({ price, errors, pending }) ?? null;
};
