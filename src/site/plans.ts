// What the product costs: the facts that pages, documents and answers state. Purchases happen in the mobile app only.

export const plans = [
  { credits: 1_000, usd: 20 },
  { credits: 5_000, usd: 95 },
  { credits: 10_000, usd: 180 },
] as const
