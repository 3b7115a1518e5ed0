"""From a frame to frozen records of arrays and finished strings; draws nothing, keeps nothing."""
