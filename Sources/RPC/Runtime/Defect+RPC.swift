/// Defects of calls, so that tests can show that their checks fail when they should.
extension Defect {
    /// A server executes what comes twice twice.
    package static let takesDoubles = Defect(rawValue: "takes-doubles")
    /// A server executes what was meant for an earlier start of it, whether it was greeted or not.
    package static let takesEarlierCalls = Defect(rawValue: "takes-earlier-calls")
    /// A server begins calls whose deadline has passed.
    package static let beginsLate = Defect(rawValue: "begins-late")
    /// A client says of calls whose outcome is unknown that they had no effect.
    package static let claimsNothingHappened = Defect(rawValue: "claims-nothing-happened")
    /// A client makes a call again under another idempotency key.
    package static let retriesUnderNewKey = Defect(rawValue: "retries-under-new-key")
    /// A client waits between attempts and makes more of them, whatever the call's deadline.
    package static let retriesPastDeadline = Defect(rawValue: "retries-past-deadline")
    /// A server's streams go on when their tokens have ended.
    package static let outlivesToken = Defect(rawValue: "outlives-token")
    /// A server starts calls in the order in which they came, whichever callers made them.
    package static let startsByArrival = Defect(rawValue: "starts-by-arrival")
    /// A client holds calls back after one failure, for a thousand times as long, whether there is a new connection or not.
    package static let holdsBackLong = Defect(rawValue: "holds-back-long")
    /// A server holds requests in pieces whatever their headers say, until they have arrived.
    package static let buffersUnscreened = Defect(rawValue: "buffers-unscreened")
    /// A server holds any amount of unfinished requests.
    package static let holdsEverything = Defect(rawValue: "holds-everything")
    /// A server waits for the rest of a request as long as the request's deadline lets it.
    package static let waitsForPieces = Defect(rawValue: "waits-for-pieces")
}
