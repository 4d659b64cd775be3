/** How PostgreSQL's values arrive in JavaScript, where pg's own choice would mislead. */
import pg from 'pg'

const { builtins } = pg.types
const parseInstant = pg.types.getTypeParser(builtins.TIMESTAMPTZ, 'text')

/** The Dates that stand for 'infinity' and '-infinity': the last and the first instant JavaScript knows. */
export const infinity = { future: new Date(8.64e15), past: new Date(-8.64e15) } as const

/**
 * bigint and numeric stay texts, dates are 'YYYY-MM-DD' (pg would make them local midnights), instants are always Dates
 * (pg would make infinity a number).
 */
export const parsers: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') => {
    if (type === builtins.DATE) return (text: string) => text
    if (type === builtins.TIMESTAMPTZ) return instant
    return format === 'binary' ? pg.types.getTypeParser(type, 'binary') : pg.types.getTypeParser(type, 'text')
  },
}

function instant(text: string): unknown {
  if (text === 'infinity') return infinity.future
  if (text === '-infinity') return infinity.past
  return parseInstant(text)
}
