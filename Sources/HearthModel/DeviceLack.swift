/// Something that a signed-in device has said it cannot do, and that services refuse it for that.
public struct DeviceLack: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It downloads nothing.
    public static let downloads = DeviceLack(rawValue: "downloads")
}
