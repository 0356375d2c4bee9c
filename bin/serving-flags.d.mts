export const savingFlag: string
export const youngFlag: string
export const patienceFlags: string[]
export const servingFlags: string[]
