internal import ProfilesAPI
internal import RPC

/// Which parental limits there can be.
enum LimitRules {
    /// - Throws: INVALID_ARGUMENT with the limit's name as the field for a value out of range.
    static func check(_ limits: ParentalLimits) throws(RPCError) {
        try check(limits.weekdayMinutes, "limits.weekdayMinutes")
        try check(limits.weekendMinutes, "limits.weekendMinutes")
        try check(limits.weekdayHours, "limits.weekdayHours")
        try check(limits.weekendHours, "limits.weekendHours")
    }

    private static func check(_ minutes: Int32?, _ field: String) throws(RPCError) {
        guard let minutes else { return }
        guard (0...ProfilesLimits.dayMinutes).contains(minutes) else {
            throw .invalidArgument(field, "must be from 0 to \(ProfilesLimits.dayMinutes) minutes a day.")
        }
    }

    private static func check(_ hours: [AllowedHours]?, _ field: String) throws(RPCError) {
        guard let hours else { return }
        guard (1...ParentalLimits.maximumHours).contains(hours.count) else {
            throw .invalidArgument(
                field, "1 to \(ParentalLimits.maximumHours) spans; none at all is 0 minutes, and any hour no value.")
        }
        for span in hours {
            guard (0..<ProfilesLimits.dayMinutes).contains(span.from),
                (1...ProfilesLimits.dayMinutes).contains(span.until), span.from != span.until
            else {
                throw .invalidArgument(
                    field, "must begin from 0 to 1439 and end from 1 to 1440 minutes after midnight, at another time.")
            }
        }
    }
}
