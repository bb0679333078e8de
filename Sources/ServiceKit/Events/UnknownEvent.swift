/// An event from a newer version that must not be skipped: the receiver has to be updated.
package struct UnknownEvent: Error, CustomStringConvertible {
    package init() {}

    package var description: String {
        "a newer version of its source sent an event that must not be skipped; update this service"
    }
}
