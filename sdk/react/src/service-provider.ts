import type { Service } from '@service/sdk';
import { createContext, createElement, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { type Provided, provide, type ServiceOptions } from '../../components/provided.ts';
import { useLatest } from './use-latest.ts';

const Context = createContext<Provided | undefined>(undefined);

export interface ServiceProviderProps extends ServiceOptions {
  /** An instance that the page configures and destroys itself, instead of options. */
  service?: Service;
  children?: ReactNode;
}

/**
 * Configures the library for the components below it, in the browser only. Changed options are merged; for another key
 * or address, give it another React `key`.
 *
 *     <ServiceProvider publicKey="demo-public-key" api="https://pay.example.com/js/v1">
 */
export const ServiceProvider = ({ service, children, ...options }: ServiceProviderProps): ReactNode => {
  const latest = useLatest(options);
  const provided = useMemo(() => provide(service, () => latest.current), [service, latest]);
  const key = JSON.stringify(options);
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal options in a new object are no change.
  useEffect(() => provided.configure(latest.current), [provided, key]);
  useEffect(() => () => provided.destroy(), [provided]);
  return createElement(Context.Provider, { value: provided }, children);
};

/** Returns what the nearest provider shares. Throws without one. */
export const useProvided = (): Provided => {
  const provided = useContext(Context);
  if (provided) return provided;
  throw new Error('Put the component into a ServiceProvider.');
};

/**
 * Returns the library's instance of the nearest provider, for handlers, for example to call `bankAccount.bankInfo`.
 * While a server renders, it is not configured.
 */
export const useService = (): Service => useProvided().service;
