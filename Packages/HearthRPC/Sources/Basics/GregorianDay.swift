/// Days of the proleptic Gregorian calendar, counted from 1970-01-01 (H. Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms", `days_from_civil` and `civil_from_days`).
///
/// Both conversions count years from the first of March, so that the leap day is the last of its year, and days from
/// 0000-03-01. 146,097 days make 400 years.
public enum GregorianDay {
    private static let from0000To1970 = 719_468
    private static let perEra = 146_097

    /// The number of a day; months from 1, which may be any day of any month that exists.
    public static func number(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return era * perEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - from0000To1970
    }

    /// Year, month and day of a number.
    public static func parts(of number: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = number + from0000To1970
        let era = (shifted >= 0 ? shifted : shifted - (perEra - 1)) / perEra
        let dayOfEra = shifted - era * perEra
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / (perEra - 1)) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// How many days a month has.
    public static func daysInMonth(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
