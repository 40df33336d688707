import { type RefObject, useEffect, useRef } from 'react';

/** Returns a reference to the value of the latest render, for what runs later. */
export const useLatest = <Value>(value: Value): RefObject<Value> => {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
};
