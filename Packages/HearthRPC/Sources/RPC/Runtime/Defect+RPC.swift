/// Defects of the RPC layer: bugs planted to show that checks fail when they should.
extension Defect {
    /// A server executes a duplicated call twice.
    public static let takesDoubles = Defect(rawValue: "takes-doubles")
    /// A server executes calls addressed to an earlier incarnation, with or without a hello.
    public static let takesEarlierCalls = Defect(rawValue: "takes-earlier-calls")
    /// A server begins calls whose deadline has passed.
    public static let beginsLate = Defect(rawValue: "begins-late")
    /// A client reports calls with an unknown outcome as not executed.
    public static let claimsNothingHappened = Defect(rawValue: "claims-nothing-happened")
    /// A client retries a call under another idempotency key.
    public static let retriesUnderNewKey = Defect(rawValue: "retries-under-new-key")
    /// A client waits for backoffs and retries past the call's deadline.
    public static let retriesPastDeadline = Defect(rawValue: "retries-past-deadline")
    /// A server's streams outlive their tokens.
    public static let outlivesToken = Defect(rawValue: "outlives-token")
    /// A server starts calls in the order of arrival, without taking turns among callers.
    public static let startsByArrival = Defect(rawValue: "starts-by-arrival")
    /// A client holds calls back after one failure, for a thousand times as long, regardless of a new connection.
    public static let holdsBackLong = Defect(rawValue: "holds-back-long")
    /// A server buffers requests in pieces without screening their headers, until they have arrived.
    public static let buffersUnscreened = Defect(rawValue: "buffers-unscreened")
    /// A server buffers any amount of unfinished requests.
    public static let holdsEverything = Defect(rawValue: "holds-everything")
    /// A server waits for the rest of a request until the request's deadline.
    public static let waitsForPieces = Defect(rawValue: "waits-for-pieces")
}
