export const savingFlag: string
export const youngFlag: string
export const stepsFlags: string[]
export const growFlag: string
export const servingFlags: string[]
