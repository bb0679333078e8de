internal import Foundation

/// Dates as HTTP writes them (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let daySeconds = 86_400

    /// The text of seconds since 1970.
    static func text(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded(.down))
        let day = Int((Double(whole) / Double(daySeconds)).rounded(.down))
        let second = whole - day * daySeconds
        var parts = tm()
        var time = time_t(whole)
        guard gmtime_r(&time, &parts) != nil else { return "Thu, 01 Jan 1970 00:00:00 GMT" }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = "\(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))"
        let weekday = days[((day % 7) + 7) % 7]
        let date = "\(two(Int(parts.tm_mday))) \(months[Int(parts.tm_mon)]) \(Int(parts.tm_year) + 1_900)"
        return "\(weekday), \(date) \(clock) GMT"
    }
}
