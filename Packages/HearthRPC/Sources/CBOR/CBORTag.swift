/// The tags with Swift types of their own here (RFC 8949 section 3.4 and the IANA registry).
enum CBORTag {
    static let epochDate: UInt64 = 1
    static let unsignedBignum: UInt64 = 2
    static let negativeBignum: UInt64 = 3
    static let uri: UInt64 = 32
    static let uuid: UInt64 = 37
}
