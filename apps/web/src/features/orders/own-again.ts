import type { QueryClient } from '@tanstack/react-query';

/** Reads the list of orders by hand, each of them that is open, and what they opened again. */
export async function readOwnAgain(client: QueryClient): Promise<void> {
  await Promise.all(
    ['ownorders', 'ownorderdetails', 'my-openposition'].map((call) => client.invalidateQueries({ queryKey: [call] })),
  );
}
