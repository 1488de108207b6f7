import { useEffect, useState } from 'react';

const SETTLE_MS = 300;

/** What is typed, once it has stood still for a moment: a question is asked for a figure, not for each digit of it. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
