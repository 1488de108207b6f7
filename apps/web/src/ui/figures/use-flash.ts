import { useEffect, useState } from 'react';

export const FLASH_MS = 300;

/** `up` or `down` for 300 ms after a figure changed, so that an eye finds it; nothing on the first value. */
export function useFlash(value: number | undefined): 'up' | 'down' | undefined {
  const [seen, setSeen] = useState(value);
  const [flash, setFlash] = useState<'up' | 'down'>();
  if (value !== seen) {
    setSeen(value);
    setFlash(value === undefined || seen === undefined ? undefined : value > seen ? 'up' : 'down');
  }
  useEffect(() => {
    if (flash === undefined) return undefined;
    const timer = setTimeout(() => setFlash(undefined), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flash]);
  return flash;
}
