/** The mark of the product; the name stands beside it, so it says nothing itself. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} aria-hidden="true">
      <rect width="48" height="48" rx="10" fill="#1F5FD0" />
      <path
        d="M12 33l8-9 6 5 10-14"
        fill="none"
        stroke="#fff"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="36" cy="15" r="3" fill="#fff" />
    </svg>
  );
}
